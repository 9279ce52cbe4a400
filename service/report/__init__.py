"""Reports of saves for other readers: data (``report_data``), a web page (``page``), Markdown (``markdown``)."""
