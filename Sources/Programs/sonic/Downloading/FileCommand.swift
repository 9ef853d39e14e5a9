import BrowserServices
import BrowserValues
import Glibc
import SonicProtocol

/// `sonic get URL --output FILE`: downloads the body to a file, and resumes a previous download.
enum FileCommand {
    /// The options for requests, which apply here; those for sessions and pages do not.
    private static let own: [Option] =
        [.output, .without, .account, .isPrivate, .header, .userAgent, .user] + Option.connecting

    static func run(
        _ address: String, to file: String, _ arguments: Arguments, _ world: World
    ) async throws(Arguments.Mistake) -> ExitStatus {
        try arguments.refuse(
            GetCommand.row.options.filter { !Self.own.contains($0) }, "--output saves only the body")
        let url = try world.address(address)
        world.printWarnings()
        let path = World.absolute(file)
        // The exact name was requested: another one would be unexpected.
        guard PrivateFile.size(of: path) == nil else {
            throw .failed("the file \(file) exists: remove it, or use another name")
        }
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        let transfer = FileTransfer(
            order: FileOrder(url: url, target: .path(path)),
            source: world.fileSource(url, secretsOrigin: url.origin)
        ) { continuation.yield($0) }
        let running = Task { await transfer.run() }
        var (meter, status) = (ProgressLine(), ExitStatus.failed)
        reading: for await report in reports {
            switch report {
            case .begun(let path, _, let received, let length):
                if received > 0 { Console.complain("\(path): resuming after \(received) bytes") }
                meter.begin(received, of: length)
            case .received(let bytes): meter.note(bytes)
            case .noted(let finding): meter.complain(finding.message)
            case .pausing(let reason): meter.complain(reason + "; requesting the rest")
            case .ended(let ending):
                status = print(ending, path, &meter)
                break reading
            }
        }
        await running.value
        await world.reportCookieFailure()
        return status
    }

    private static func print(
        _ ending: DownloadEnding, _ path: String, _ meter: inout ProgressLine
    ) -> ExitStatus {
        meter.clear()
        switch ending {
        case .saved(let name, let bytes, let extent):
            let doubt = extent == .unknown ? "; the server sent no length" : ""
            Console.complain("saved \(name): \(bytes) bytes\(doubt)")
            return .done
        case .stopped: Console.complain("stopped: the part is kept, and the same command resumes it")
        case .broken(let reason):
            Console.complain("\(reason); the part is kept, and the same command resumes it")
        case .failed(let reason): Console.complain(reason)
        }
        return .failed
    }
}

/// A progress line on standard error, overwritten as bytes are received, if that is a terminal.
private struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var length: Int?
    private var pace = TransferPace()

    mutating func begin(_ received: Int, of length: Int?) {
        self.length = length
        pace = TransferPace()
        note(received)
    }

    mutating func note(_ bytes: Int) {
        let now = World.uptime()
        pace.note(bytes, at: now)
        guard isShown else { return }
        var words = length.map { bytes.byteText(of: $0) } ?? bytes.bytes
        if let length, length > 0 { words += ", \(Int(Double(bytes) / Double(length) * 100))%" }
        if let rate = pace.rate(at: now) { words += ", \(rate / 1024) KB/s" }
        Console.showProgress(words)
    }

    mutating func complain(_ reason: String) {
        clear()
        Console.complain(reason)
    }

    func clear() { if isShown { Console.showProgress("") } }
}
