import Glibc
import SonicProxy
import SonicServer
import SystemLibraries

/// `sonic-server proxy`.
enum ProxyCommand {
    /// A reason why the proxy cannot start, as sentences, with the exit status.
    private struct StartFailure: Error {
        let status: Int32
        let sentences: [String]

        init(_ status: Int32 = 1, _ sentences: String...) {
            self.status = status
            self.sentences = sentences
        }

        init(_ status: Int32, _ sentences: [String]) {
            self.status = status
            self.sentences = sentences
        }
    }

    /// Runs the proxy until it is stopped; returns the exit status.
    static func run(_ server: String, _ arguments: ServerArguments) -> Int32 {
        // Before libcurl's limit of idle connections is set.
        OpenFileLimit.raise()
        do throws(StartFailure) {
            let options = arguments.proxy
            var settings = ProxySite.Settings(upstream: try upstream(server))
            settings.silenceSeconds = options.timeout ?? settings.silenceSeconds
            settings.authorities = options.authorities
            settings.keepsHost = options.keepsHost
            if let authorities = options.authorities {
                do throws(RegularFile.Refusal) { _ = try RegularFile(authorities) } catch {
                    throw StartFailure(1, "\(authorities) cannot be read: \(error.reason).")
                }
            }
            settings.blocks = try options.blocks.map(blocks)
            let loop = try loop()
            let place = arguments.listen ?? .init(address: "127.0.0.1", port: 0)
            let responder = SonicResponder(hashes: .nettle, as: arguments.dialect)
            return ServerProgram.serve(
                at: [place], arguments, waitingWith: loop, reread: { settings.blocks?.readAgain() }
            ) { authority in ProxySite(settings, at: authority, over: loop, responder: responder) }
        } catch {
            for sentence in error.sentences { ServerProgram.complain(sentence) }
            return error.status
        }
    }

    private static func upstream(_ text: String) throws(StartFailure) -> Upstream {
        do throws(Upstream.Mistake) {
            return try Upstream(text)
        } catch {
            let example =
                "Give scheme, host and port, such as http://localhost:3000. See sonic-server --help."
            switch error {
            case .unreadable: throw StartFailure(2, "\(text) is not the address of a server. \(example)")
            case .scheme(let scheme): throw StartFailure(2, "\(scheme) is not http or https. \(example)")
            case .more(let origin):
                throw StartFailure(
                    2, "proxy forwards to a whole server: \(origin), without path. See sonic-server --help.")
            }
        }
    }

    private static func blocks(_ path: String) throws(StartFailure) -> BlocksSource {
        do throws(BlocksSource.Failure) {
            return try BlocksSource(path: path) { ServerProgram.complain($0) }
        } catch {
            switch error {
            case .unreadable(let reason): throw StartFailure(1, "\(path) cannot be read: \(reason).")
            case .mistaken(let mistakes): throw StartFailure(1, mistakes.map { "\(path):\($0)" })
            }
        }
    }

    private static func loop() throws(StartFailure) -> UpstreamLoop {
        do throws(UpstreamLoop.Missing) {
            return try UpstreamLoop(keeping: DescriptorBudget.idle(of: OpenFileLimit.soft))
        } catch {
            throw StartFailure(
                1, "libcurl cannot be used: \(error.reason). Its package on Debian is libcurl4.")
        }
    }
}
