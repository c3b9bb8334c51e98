from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_put_aside'),
    ]

    operations = [
        migrations.RemoveField(model_name='asidematch', name='resumed'),
    ]
