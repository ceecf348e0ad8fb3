/// Keys for tests only.
enum TestKeys {
    /// The key of an application server.
    static let sender = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0SE+1GpQmPRVYBJB
        r5nsFoexU6NlzdGapjyLj9Ut1uihRANCAASZH1RT51ZDAzjEvOYy3evK6z1mGnHx
        iHMgxWZKJY4mb+zeLkAY0XlOq7E7lhzRjBGGxfDhfMndVH8xAgI0z3mI
        -----END PRIVATE KEY-----
        """

    static let senderPoint =
        "BJkfVFPnVkMDOMS85jLd68rrPWYacfGIcyDFZkoljiZv7N4uQBjReU6rsTuWHNGMEYbF8OF8yd1UfzECAjTPeYg"

    /// The key of a service account.
    static let account = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCvi9KZBpRrWtph
        FOKJLOCWlbf7U/jNafgiNCeNhLbRKhIcMewy6W9ZFMQQuBPQ4Vdj9iPz8+xnq/Ez
        xySEylDigtcqIkvhQADS7nmHpV1oaPpNP084C6K4S0ZsORSL9YIWZSZQpzjtneUZ
        OVmJT3GxpBThJxa0KZoX2k0uUhmEb/Zxj67JVNMCyI+WRuK3IfJGWzz1dOgWjAGu
        cSH/PteDukm1Wxj96f+UGNGnDkRI2OFs+rj+bKtsnLKteryQtJOWytKIMboq/GYU
        9EXbZR4AwFBHth5kZPGT5BrPEShnu56k++PMz9CQDyuL3HI1sTRdMmFfZUR7R76F
        11PRAuCXAgMBAAECggEAS/j8ZMPHOgrw1fEe9XUZobIcFMZLuEKzY8IkmAemwzEs
        80zbx1DloqztCbtQwCa2FonxF2QqnNd6JQl7kYipps4vZom/QzXa5W7V49G6cjR0
        lzfeBghrHM1fJfkyHjxbV2vhQCiO569c9iSuzlE2iEXVz3eGSOR0TvxoSLK5XmoK
        vliE2AeO2fPixO62qXFClJVpPevJDM83SgfzKUZE5TmukqhBVgXsA5w6Ucn4m5uV
        CyHMU1nzoJ5nT0IB82rguRZa+s4lgleUJJciJCq4kaIwMYBELmrxNubrDgO/5sA2
        e3iaGcKzGR0xtCMfMmUot0aYn6vVUh+TRjo2mXAxIQKBgQDXoGhn4q5q75lkSNlP
        0rMdx9N5wyBwC9l4ztM+fUEdd2Eh2DB8EXB2Z+giKdxJ64zSUqLO2aTtPnDFva5Y
        UkZEDnMhrU1wFF9zScMBGqQ4BUrImQ68zLOi20xCBfK4mqSQUizQsLGo36bZhhMR
        FIQw+/Gf/D/oRE+lAKzwF1uFpwKBgQDQaj9WkJyv0RcixlDZI5izY41Z3vwtqdkC
        zSggdQ/uKwNLcNSv4CAEZczJwQyEZDWNO40JXyp6DqKP1pPMMx+BOF0kT+txrif8
        tis0o5w83vCLd4UTrOAJoTAc+fpAvGHXjGk7G+4X/F3J9HxU8KZRzTCwuSGK17YZ
        YKbSRuILkQKBgEwEAMqe315TmYABLps1bG/TQnpqj8TwaHpub4pYHdyFeXi0/mK+
        wyb6+psQpthocfyzpTHHCJ2apacQd6YrWxoi/fOhZOteQ0gheN2qxrn5I6QUUV29
        zJZdOUUNU8RAwEMgtSvdHsSqE+gbnB0pXnDmYQhFpUH80xcYZd8+XMWBAoGBALX0
        DFgG6MSWRxyVBwCLk0UKJN3RT1iOcGeBtQahLMdBxh6W4xipE0rDlYaOg98Rna8v
        znHgI7VsEYCCVYZxG5A1JRwOqf8VjNOUNyQ9sqlx+Y/JSOVkiDPgBaFGnLTnwoPs
        kfKI79UA/uDSEboWXx4LhfbDqgUNTm3Zc8shFzgBAoGATtJ4F0nX6gbPwVCSt6hP
        8wL3cjkFWz26ZqRXTMrSJ+lBiTeGOchzVrQqDHjBJM2IlLdWbmKrPjg3/onM5JDJ
        e6iRwVvUiMkU+cBPIjiTUSkq+msFdPRf5pTQ3JzxzIFCuZ4P8d3hJupK3MyUaiqh
        g7YzEdXvLQpaN8XXlbdq3fQ=
        -----END PRIVATE KEY-----
        """
}
