import Glibc

/// wrk, which requests one URL over 32 persistent connections, for two seconds.
enum Wrk {
    /// Requests per second.
    /// - Parameters:
    ///   - name: The name of the measurement.
    ///   - fields: Headers of the requests.
    ///   - meanwhile: Called repeatedly while wrk runs; it sleeps a little itself.
    static func rate(
        _ name: String, _ address: String, fields: [String] = [], in place: Workplace,
        meanwhile: (() -> Void)? = nil
    ) throws -> Double {
        let wrk = place.command(
            try Browser.installed("wrk"),
            ["-t1", "-c32", "-d2s"] + fields.flatMap { ["-H", $0] } + [address])
        let output = place.path + "/wrk"
        if let meanwhile {
            let (input, errors) = (
                open("/dev/null", O_RDONLY | O_CLOEXEC), open("/dev/null", O_WRONLY | O_CLOEXEC)
            )
            let file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard input >= 0, errors >= 0, file >= 0 else { throw Failure(call: "open \(output)") }
            let process = try wrk.start(input: input, output: file, errors: errors, isTerminal: false)
            var status: CInt = 0
            while waitpid(process, &status, WNOHANG) == 0 { meanwhile() }
            guard status == 0 else { throw Failure("wrk ended with \(status)") }
        } else {
            _ = try wrk.run(writing: output)
        }
        return try number(of: name, in: output)
    }

    private static func number(of name: String, in output: String) throws -> Double {
        guard let file = fopen(output, "r") else { throw Failure(call: "open \(output)") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = fread(&bytes, 1, bytes.count, file)
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        // wrk counts 304 as success.
        if let trouble = lines.first(where: { $0.contains("Non-2xx") || $0.contains("Socket errors") }) {
            throw Failure("\(name): \(trouble)")
        }
        guard let line = lines.first(where: { $0.hasPrefix("Requests/sec:") }),
            let rate = Double(line.split(separator: " ").last ?? "")
        else { throw Failure("wrk did not count") }
        return rate
    }
}
