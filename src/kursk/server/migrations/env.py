"""Alembic's entry: run the migrations on the store's own connection settings."""

from alembic import context

from kursk.server.database import connect_to
from kursk.server.tables import metadata

engine = connect_to(str(context.config.get_main_option("sqlalchemy.url")))

with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
