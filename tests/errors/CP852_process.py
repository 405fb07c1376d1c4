# counterpoint check CP852_process.smv
