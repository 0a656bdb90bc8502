"""Words: normalisation, segmentation of English and Chinese, stop words, background frequencies."""
