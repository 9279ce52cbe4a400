"""Front ends for two players: a shared keyboard, a host with network guests, and games by mail."""
