"""The features of an editor: functions from a `FileView` and an offset to plain data of the protocol."""
