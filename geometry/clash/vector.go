package clash
