import Glibc
import SonicProxy
import SonicServer
import SystemLibraries

// `sonic-server proxy`.
extension ServerProgram {
    /// Reasons why the proxy cannot start, as sentences, with the exit status.
    private struct StartFailure: Error {
        var status: Int32 = 1
        let sentences: [String]
    }

    /// Runs the proxy until it is stopped; returns the exit status.
    static func serve(_ server: String, _ arguments: ServerArguments) -> Int32 {
        // Before libcurl's limit of idle connections is set.
        OpenFileLimit.raise()
        do throws(StartFailure) {
            var settings = ProxySite.Settings(upstream: try upstream(server))
            settings.silenceSeconds = arguments.timeout ?? settings.silenceSeconds
            settings.authorities = arguments.authorities
            settings.keepsHost = arguments.keepsHost
            if let authorities = arguments.authorities {
                do throws(RegularFile.Refusal) { _ = try RegularFile(authorities) } catch {
                    throw StartFailure(sentences: ["\(authorities) cannot be read: \(error.reason)."])
                }
            }
            settings.blocks = try arguments.blocks.map(blocks)
            let loop = try loop()
            let responder = SonicResponder(hashes: .nettle, as: arguments.dialect)
            return serve(
                at: [0], arguments, waitingWith: loop, reread: { settings.blocks?.readAgain() }
            ) { authority in ProxySite(settings, at: authority, over: loop, responder: responder) }
        } catch {
            for sentence in error.sentences { complain(sentence) }
            return error.status
        }
    }

    private static func upstream(_ text: String) throws(StartFailure) -> Upstream {
        do throws(Upstream.Mistake) {
            return try Upstream(text)
        } catch {
            let example =
                "Give scheme, host and port, such as http://localhost:3000. See sonic-server --help."
            let sentence =
                switch error {
                case .unreadable: "\(text) is not the address of a server. \(example)"
                case .scheme(let scheme): "\(scheme) is not http or https. \(example)"
                case .more(let origin):
                    "proxy forwards to a whole server: \(origin), without path. See sonic-server --help."
                }
            throw StartFailure(status: 2, sentences: [sentence])
        }
    }

    private static func blocks(_ path: String) throws(StartFailure) -> BlocksSource {
        do throws(BlocksSource.Failure) {
            return try BlocksSource(path: path, complain: complain)
        } catch {
            switch error {
            case .unreadable(let reason):
                throw StartFailure(sentences: ["\(path) cannot be read: \(reason)."])
            case .mistaken(let mistakes): throw StartFailure(sentences: mistakes.map { "\(path):\($0)" })
            }
        }
    }

    private static func loop() throws(StartFailure) -> UpstreamLoop {
        do throws(UpstreamLoop.Missing) {
            return try UpstreamLoop(keeping: DescriptorBudget.idle(of: OpenFileLimit.soft))
        } catch {
            throw StartFailure(
                sentences: ["libcurl cannot be used: \(error.reason). Its package on Debian is libcurl4."])
        }
    }
}
