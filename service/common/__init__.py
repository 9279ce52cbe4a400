"""What every room of the service may need: documents, files for people, folders of the user, failures."""
