"""What buyers type and tick."""

from django import forms

from billing.services.giving import clean_code


class BuyForm(forms.Form):
    """For whom it is, of age, to have it at once; and the amount that the page showed."""

    gift = forms.ChoiceField(choices=[("own", "own"), ("gift", "gift")])
    adult = forms.BooleanField()
    consent = forms.BooleanField()
    shown = forms.IntegerField(min_value=1)


class CodeForm(forms.Form):
    """A gift's code, however it is typed."""

    code = forms.CharField(max_length=60)

    def clean_code(self) -> str:
        return clean_code(self.cleaned_data["code"])


class FindForm(forms.Form):
    """An order's number and the address its confirmation went to."""

    number = forms.CharField(max_length=40)
    mail = forms.EmailField(max_length=254)

    def clean_number(self) -> str:
        return clean_code(self.cleaned_data["number"])
