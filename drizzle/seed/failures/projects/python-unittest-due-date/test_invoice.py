import unittest
from datetime import date

from invoice import due


class Invoice(unittest.TestCase):
    def test_invoice_is_due_after_fourteen_days(self):
        self.assertEqual(due(date(2026, 3, 1)), date(2026, 3, 15))
