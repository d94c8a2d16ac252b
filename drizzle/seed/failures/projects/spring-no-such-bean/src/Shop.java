import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

public class Shop {
    public static void main(String[] arguments) {
        var context = new AnnotationConfigApplicationContext();
        context.register(Checkout.class);
        context.refresh();
        context.getBean(Checkout.class);
    }
}

interface TaxTable {
    int percentOf(String kind);
}

class Checkout {
    private final TaxTable taxes;

    @Autowired
    Checkout(TaxTable taxes) {
        this.taxes = taxes;
    }
}
