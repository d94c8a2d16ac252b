begin;
create table order_lines (id int primary key, cents int not null);
select price from order_lines;
commit;
