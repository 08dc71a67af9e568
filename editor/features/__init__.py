"""What an editor shows, feature by feature: functions from a `View` and an offset to plain data of the protocol."""
