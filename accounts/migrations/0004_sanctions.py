"""Audit lines, sanctions, appeals, blocks; triggers of both databases keep what staff did as it was written."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


REFUSED = (
    ("accounts_auditline", "update"),
    ("accounts_auditline", "delete"),
    ("accounts_sanction", "delete"),
    ("accounts_appeal", "delete"),
)

SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is only ever added to'); END
"""

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION accounts_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRES = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
FOR EACH ROW EXECUTE FUNCTION accounts_only_added_to()
"""
# Emptying an empty table harms nothing, and tests of other tables begin that way.
POSTGRES_TRUNCATE_FUNCTION = """
CREATE OR REPLACE FUNCTION {table}_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM {table}) THEN
    RAISE EXCEPTION '{table} is only ever added to' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$
"""
POSTGRES_TRUNCATE = """
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {table}_not_emptied()
"""


def tables():
    return list(dict.fromkeys(table for table, _ in REFUSED))


def add_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    if postgres:
        schema_editor.execute(POSTGRES_FUNCTION, params=None)
    for table, verb in REFUSED:
        template = POSTGRES if postgres else SQLITE
        schema_editor.execute(template.format(table=table, verb=verb, VERB=verb.upper()), params=None)
    for table in tables() if postgres else ():
        schema_editor.execute(POSTGRES_TRUNCATE_FUNCTION.format(table=table), params=None)
        schema_editor.execute(POSTGRES_TRUNCATE.format(table=table), params=None)


def drop_triggers(apps, schema_editor):
    postgres = schema_editor.connection.vendor == "postgresql"
    for table, verb in REFUSED:
        on = f" ON {table}" if postgres else ""
        schema_editor.execute(f"DROP TRIGGER {table}_no_{verb}{on}", params=None)
    if postgres:
        for table in tables():
            schema_editor.execute(f"DROP TRIGGER {table}_no_truncate ON {table}", params=None)
            schema_editor.execute(f"DROP FUNCTION {table}_not_emptied()", params=None)
        schema_editor.execute("DROP FUNCTION accounts_only_added_to()", params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_account_details'),
    ]

    operations = [
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('name_reset', 'name reset'), ('no_quick_play', 'no quick play for a time'), ('suspension', 'suspension'), ('closing', 'closing of the account')], max_length=16, verbose_name='sanction')),
                ('ground', models.CharField(choices=[('name', 'name'), ('leaving', 'leaving'), ('stalling', 'stalling'), ('teaming', 'teaming up'), ('other', 'other')], max_length=10, verbose_name='ground')),
                ('case', models.CharField(blank=True, max_length=40, verbose_name='case')),
                ('figures', models.JSONField(default=dict, verbose_name='figures')),
                ('decided', models.DateTimeField(default=django.utils.timezone.now, verbose_name='decided')),
                ('confirmed', models.DateTimeField(null=True, verbose_name='confirmed')),
                ('ends', models.DateTimeField(null=True, verbose_name='ends')),
                ('lifted', models.DateTimeField(null=True, verbose_name='lifted')),
                ('read', models.DateTimeField(null=True, verbose_name='read')),
                ('confirmed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmed by')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('identity', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='accounts.identity', verbose_name='player')),
                ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='lifted by')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'ordering': ('-decided',),
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plea', models.CharField(choices=[('not_me', 'It was not me.'), ('line', 'My connection failed, or my device did.'), ('mistake', 'What I am said to have done is not so.'), ('too_hard', 'The decision is too hard.')], max_length=10, verbose_name='ground of the appeal')),
                ('made', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('outcome', models.CharField(blank=True, choices=[('', 'open'), ('upheld', 'the decision stands'), ('lifted', 'the decision is lifted')], max_length=8, verbose_name='outcome')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='accounts.sanction', verbose_name='sanction')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'ordering': ('-made',),
            },
        ),
        migrations.CreateModel(
            name='AuditLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='time')),
                ('act', models.CharField(max_length=40, verbose_name='act')),
                ('object_kind', models.CharField(max_length=40, verbose_name='kind of object')),
                ('object_id', models.CharField(max_length=64, verbose_name='object')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('details', models.JSONField(default=dict, verbose_name='details')),
                ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='member of staff')),
            ],
            options={
                'verbose_name': 'audit line',
                'verbose_name_plural': 'audit lines',
                'ordering': ('-id',),
                'indexes': [models.Index(fields=['object_kind', 'object_id'], name='audit_lines_of_object')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('act', ''), _negated=True), models.Q(('object_kind', ''), _negated=True)), name='audit_line_says_what'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='audit_line_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shown', models.CharField(max_length=80)),
                ('made', models.DateTimeField(default=django.utils.timezone.now)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.identity')),
                ('blocker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to='accounts.identity')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='block_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='block_somebody_else')],
            },
        ),
        migrations.AddIndex(
            model_name='sanction',
            index=models.Index(fields=['identity', 'kind'], name='sanctions_of_person'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ends__gt', models.F('decided')), ('ends__isnull', False), ('kind__in', ['no_quick_play', 'suspension'])), models.Q(('ends__isnull', True), ('kind__in', ['warning', 'name_reset', 'closing'])), _connector='OR'), name='sanction_ends_if_it_lasts'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(('ground__in', ['name', 'leaving', 'stalling', 'teaming', 'other'])), name='sanction_ground'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['warning', 'no_quick_play']), ('decided_by__isnull', False), _connector='OR'), name='sanction_by_the_site_is_mild'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('confirmed__isnull', True), ('confirmed_by__isnull', True)), models.Q(('confirmed__isnull', False), ('confirmed_by__isnull', False), ('kind', 'closing'), models.Q(('confirmed_by', models.F('decided_by')), _negated=True)), _connector='OR'), name='sanction_is_confirmed_by_somebody_else'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lifted__isnull', True), ('lifted_by__isnull', True)), models.Q(('lifted__isnull', False), ('lifted_by__isnull', False)), _connector='OR'), name='sanction_is_lifted_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('plea__in', ['not_me', 'line', 'mistake', 'too_hard'])), name='appeal_plea'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided__isnull', True), ('decided_by__isnull', True), ('outcome', '')), models.Q(('decided__isnull', False), ('decided_by__isnull', False), ('outcome__in', ['upheld', 'lifted'])), _connector='OR'), name='appeal_is_decided_by_somebody'),
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
