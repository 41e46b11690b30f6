"""The sidebar: the conversations by day and folder, their actions, export and import."""
