"""The kinds of problem, by area. Each module holds rows and nothing else."""
