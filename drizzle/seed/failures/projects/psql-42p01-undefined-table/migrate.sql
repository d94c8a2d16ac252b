begin;
create table order_lines (id int primary key, cents int not null);
select count(*) from orders;
commit;
