import Glibc
import ProgramArguments
import SonicProxy
import SonicServer
import SystemLibraries

// `sonic-server proxy`.
extension ServerProgram {
    static let proxy = Subcommand(
        "proxy", "sonic-server proxy URL",
        "forward to another server, such as localhost:3000, and add Sonic to its pages", .free,
        takes: 1...1, "one server", options: Option.forwarding + Option.serving,
        run: forward)

    private static func forward(_ given: Arguments) throws(CommandFailure) -> ExitStatus {
        // Before libcurl's limit of idle connections is set.
        OpenFileLimit.raise()
        let arguments = try ServerArguments(given)
        var settings = ProxySite.Settings(upstream: try upstream(given.words[0]))
        settings.silenceSeconds = try given.number(.timeout, in: 1...86_400) ?? settings.silenceSeconds
        settings.authorities = given.value(.authorities)
        settings.keepsHost = given.has(.keepHost)
        if let authorities = settings.authorities {
            do throws(RegularFile.Refusal) { _ = try RegularFile(authorities) } catch {
                throw .failed("\(authorities) cannot be read: \(error.reason).")
            }
        }
        settings.blocks = try given.value(.blocks).map(blocks)
        let loop = try loop()
        let responder = SonicResponder(hashes: .nettle, as: arguments.dialect)
        return try serve(
            at: [0], arguments, waitingWith: loop, reread: { settings.blocks?.readAgain() }
        ) { authority in ProxySite(settings, at: authority, over: loop, responder: responder) }
    }

    private static func upstream(_ text: String) throws(CommandFailure) -> Upstream {
        do throws(Upstream.Mistake) {
            return try Upstream(text)
        } catch {
            let example = "; give scheme, host and port, such as http://localhost:3000"
            switch error {
            case .unreadable: throw .init(message: "\(text) is not the address of a server\(example)")
            case .scheme(let scheme): throw .init(message: "\(scheme) is not http or https\(example)")
            case .more(let origin):
                throw .init(message: "proxy forwards to a whole server: \(origin), without path")
            }
        }
    }

    private static func blocks(_ path: String) throws(CommandFailure) -> BlocksSource {
        do throws(BlocksSource.Failure) {
            return try BlocksSource(path: path, complain: complain)
        } catch {
            switch error {
            case .unreadable(let reason): throw .failed("\(path) cannot be read: \(reason).")
            case .mistaken(let mistakes):
                for mistake in mistakes.dropLast() { complain("\(path):\(mistake)") }
                throw .failed("\(path):\(mistakes.last.map { "\($0)" } ?? "")")
            }
        }
    }

    private static func loop() throws(CommandFailure) -> UpstreamLoop {
        do throws(UpstreamLoop.Missing) {
            return try UpstreamLoop(keeping: DescriptorBudget.idle(of: OpenFileLimit.soft))
        } catch {
            throw .failed("libcurl cannot be used: \(error.reason). Its package on Debian is libcurl4.")
        }
    }
}
