create table orders (id int primary key);
create table order_lines (id int primary key, order_id int not null references orders (id));
insert into order_lines values (1, 1001);
