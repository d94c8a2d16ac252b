create table orders (id int primary key, customer text not null);
insert into orders values (1001, 'ada'), (1002, 'ben');
insert into orders values (1001, 'chris');
