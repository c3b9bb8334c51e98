"""Reports, the cases made of them, and how people behave in their matches."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_sanctions'),
        ('games', '0004_ratings_and_links'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('ground', models.CharField(choices=[('name', 'name'), ('leaving', 'leaving'), ('stalling', 'stalling'), ('teaming', 'teaming up'), ('other', 'other')], max_length=10, verbose_name='ground')),
                ('state', models.CharField(choices=[('open', 'open'), ('claimed', 'being looked into'), ('decided', 'decided')], default='open', max_length=8, verbose_name='state')),
                ('opened', models.DateTimeField(default=django.utils.timezone.now, verbose_name='opened')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('claimed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='looked into by')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('sanction', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.sanction', verbose_name='sanction')),
                ('subject', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='accounts.identity', verbose_name='player')),
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'ordering': ('opened',),
                'permissions': (('watch_rooms', 'Can watch rooms'), ('close_rooms', 'Can close rooms')),
            },
        ),
        migrations.CreateModel(
            name='CaseNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('text', models.CharField(max_length=1000)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='games.case')),
                ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('at',),
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.CharField(max_length=40, verbose_name='match')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('shown', models.CharField(max_length=80, verbose_name='name at the table')),
                ('ground', models.CharField(choices=[('name', 'name'), ('leaving', 'leaving'), ('stalling', 'stalling'), ('teaming', 'teaming up'), ('other', 'other')], max_length=10, verbose_name='ground')),
                ('made', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='games.case', verbose_name='case')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports_made', to='accounts.identity', verbose_name='reporter')),
                ('subject', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports_about', to='accounts.identity', verbose_name='player')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ('made',),
            },
        ),
        migrations.CreateModel(
            name='SeatConduct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.CharField(max_length=40)),
                ('seat', models.PositiveSmallIntegerField()),
                ('quick', models.BooleanField()),
                ('ended', models.DateTimeField()),
                ('turns', models.PositiveIntegerField()),
                ('median_ms', models.PositiveIntegerField()),
                ('longest_ms', models.PositiveIntegerField()),
                ('timeouts', models.PositiveIntegerField()),
                ('away', models.CharField(blank=True, choices=[('', 'never'), ('left', 'left on purpose'), ('stalled', 'time ran out three times in a row'), ('line', 'the line failed')], max_length=8)),
                ('identity', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conduct', to='accounts.identity')),
            ],
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'decided'), _negated=True), fields=('subject',), name='case_one_undecided'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('claimed_by__isnull', True), ('decided__isnull', True), ('decided_by__isnull', True), ('state', 'open')), models.Q(('claimed_by__isnull', False), ('decided__isnull', True), ('decided_by__isnull', True), ('state', 'claimed')), models.Q(('decided__isnull', False), ('decided_by__isnull', False), ('state', 'decided')), _connector='OR'), name='case_state_fits_staff'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('sanction__isnull', True), ('state', 'decided'), _connector='OR'), name='case_sanction_once_decided'),
        ),
        migrations.AddConstraint(
            model_name='casenote',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='case_note_says_something'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('reporter', 'subject', 'match_id'), name='report_once_a_match'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('reporter', models.F('subject')), _negated=True), name='report_about_somebody_else'),
        ),
        migrations.AddIndex(
            model_name='seatconduct',
            index=models.Index(fields=['identity', 'quick', '-ended'], name='seat_conduct_of_person'),
        ),
        migrations.AddConstraint(
            model_name='seatconduct',
            constraint=models.UniqueConstraint(fields=('match_id', 'seat'), name='seat_conduct_once'),
        ),
    ]
