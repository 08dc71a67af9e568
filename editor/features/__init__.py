"""What an editor shows, feature by feature: functions from a `FileView` and an offset to plain data of the protocol."""
