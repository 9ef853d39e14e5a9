import Glibc
import SonicProtocol
import SonicSession
import Synchronization
import TestSupport
import Testing

@testable import Transport

/// A clock that a test sets.
private final class Watch: Sendable {
    private let seconds = Atomic(0)

    var time: Duration { .seconds(seconds.load(ordering: .relaxed)) }

    func set(_ time: Int) { seconds.store(time, ordering: .relaxed) }
}

/// A libcurl connection without proxies, behind a host map.
private func registry(
    _ given: [String] = [], _ sources: [HostSource] = [], limits: TimeLimits = TimeLimits(),
    uptime: @escaping @Sendable () -> Duration = { .zero }
) -> ConnectionRegistry {
    var configuration = TransportConfiguration()
    configuration.proxy = .none
    configuration.limits = limits
    let network = CurlConnection(configuration)
    var map = HostMap()
    for text in given { take(text, to: &map) }
    return ConnectionRegistry([
        network, HostConnection(over: network, given: map, sources: sources, uptime: uptime),
    ])
}

private func take(_ text: String, to map: inout HostMap) {
    let isTaken = map.resolve(text)
    #expect(isTaken, "\(text)")
}

@Suite struct `Mapped hosts` {
    @Test func `a mapped host is contacted at its address, under its own name`() async throws {
        let server = RawServer([.readRequest, page("mapped")])
        let told = await Told(
            registry(["news.invalid:80:127.0.0.1:\(server.port)"]).exchange(
                try request("http://news.invalid/a")))
        #expect(told.text == "mapped")
        #expect(told.requests == ["GET /a HTTP/1.1\r\nHost: news.invalid\r\n\r\n"])
        #expect(told.report?.answeredBy == "hosts")
        #expect(told.report?.peer == "127.0.0.1:\(server.port)")
        #expect(
            told.findings == [
                Finding(
                    .hostMapped, "news.invalid is at 127.0.0.1:\(server.port), from --resolve")
            ])
    }

    @Test func `TLS uses the host's own name`() async throws {
        let certificate = try TLSCertificate(for: "DNS:news.invalid")
        let server = try TLSServer(certificate, ["-www"])
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        configuration.trust = .authorities(path: certificate.path)
        let network = CurlConnection(configuration)
        var map = HostMap()
        take("news.invalid:127.0.0.1:\(server.port)", to: &map)
        let mapped = HostConnection(over: network, given: map, sources: [], uptime: { .zero })
        let told = await Told(
            ConnectionRegistry([network, mapped]).exchange(try request("https://news.invalid/")))
        #expect(told.failure == nil)
        #expect(told.report?.answeredBy == "hosts")
    }

    @Test func `a host without a mapping uses DNS`() async throws {
        let server = RawServer([.readRequest, page("plain")])
        let told = await Told(registry(["news.invalid:127.0.0.1"]).exchange(try request(server.url())))
        #expect(told.text == "plain")
        #expect(told.report?.answeredBy == .network)
        #expect(told.findings == [])
    }

    @Test func `a dead address is skipped with a report, and not retried at once`() async throws {
        let dead = RawServer([]).port
        let server = RawServer([.readRequest, page("by DNS")])
        let registry = registry(["127.0.0.1:\(server.port):127.0.0.1:\(dead)"])
        let told = await Told(registry.exchange(try request(server.url())))
        #expect(told.text == "by DNS")
        #expect(told.report?.answeredBy == .network)
        let beginning = "127.0.0.1:\(dead), where --resolve has 127.0.0.1, "
        #expect(
            told.findings == [
                Finding(
                    .hostMappingDead,
                    beginning + "does not answer (Connection refused): DNS was used instead")
            ])
        let again = await Told(registry.exchange(try request(server.url())))
        #expect(again.text == "by DNS")
        #expect(
            again.findings.map(\.message) == [beginning + "did not answer 0 s ago: DNS was used instead"])
    }

    @Test func `sources are consulted in order, and a setting may be one of them`() async throws {
        let (first, second) = (
            RawServer([.readRequest, page("file")]), RawServer([.readRequest, page("setting")])
        )
        let folder = try TemporaryFolder()
        let file = try folder.write("news.invalid 127.0.0.1:\(first.port)\n", to: "hosts")
        let setting = HostSource.named("the configuration") { url in
            url.host.hasSuffix(".invalid") ? HostAddress("127.0.0.1:\(second.port)") : nil
        }
        let registry = registry([], [.file(path: file), setting])
        #expect(await Told(registry.exchange(try request("http://news.invalid/"))).text == "file")
        let told = await Told(registry.exchange(try request("http://other.invalid/")))
        #expect(told.text == "setting")
        #expect(
            told.findings.map(\.message) == [
                "other.invalid is at 127.0.0.1:\(second.port), from the configuration"
            ])
    }

    @Test func `a failure after connecting is final, and nothing is sent twice`() async throws {
        let server = RawServer([.readRequest, .reset])
        let told = await Told(
            registry(["news.invalid:127.0.0.1:\(server.port)"]).exchange(
                try request("http://news.invalid/", method: "POST", body: [0x61])))
        #expect(told.requests.count == 1)
        guard case .reset = told.failure else {
            Issue.record("\(String(describing: told.failure))")
            return
        }
    }

    @Test func `a changed file is read again, and its errors are reported`() async throws {
        let server = RawServer([.readRequest, page("mapped")])
        let folder = try TemporaryFolder()
        let file = try folder.write("news.invalid 127.0.0.1:\(server.port)\n", to: "hosts")
        let registry = registry([], [.file(path: file)])
        let news = try request("http://news.invalid/")
        #expect(await Told(registry.exchange(news)).text == "mapped")

        // Replaced by another file, as editors do.
        try folder.write("nonsense\n127.0.0.1:\(server.port) other.invalid\n", to: "hosts.new")
        #expect(rename(file + ".new", file) == 0)
        let told = await Told(registry.exchange(try request("http://other.invalid/")))
        #expect(told.text == "mapped")
        #expect(
            told.findings.map(\.message) == [
                "\(file):1: “nonsense” is not valid; use HOST ADDRESS or ADDRESS HOST.",
                "other.invalid is at 127.0.0.1:\(server.port), from \(file)",
            ])
        #expect(await Told(registry.exchange(news)).failure == .unknownHost("news.invalid"))

        unlink(file)
        let kept = await Told(registry.exchange(try request("http://other.invalid/")))
        #expect(kept.text == "mapped")
        #expect(
            kept.findings.first?.message.hasPrefix("\(file) cannot be read (No such file or directory); ")
                == true)
    }

    @Test func `a list is used for its response's lifetime, and longer if the next request fails`()
        async throws
    {
        let server = RawServer([.readRequest, page("mapped")])
        let lists = RawServer { connection in
            switch connection {
            case 0:
                return [
                    .readRequest,
                    page("news.invalid 127.0.0.1:\(server.port)", ["Cache-Control: public, max-age=60"]),
                ]
            case 1: return [.readRequest, page("", status: "500 Internal Server Error")]
            default: return [.readRequest, page("192.0.2.1 unused.example")]
            }
        }
        let list = try WebURL.parse(lists.url("/hosts"))
        let watch = Watch()
        let registry = registry([], [.list(list)], uptime: { watch.time })
        let news = try request("http://news.invalid/")
        #expect(await Told(registry.exchange(news)).text == "mapped")
        watch.set(59)
        #expect(await Told(registry.exchange(news)).findings.map(\.rule) == [.hostMapped])
        watch.set(60)
        let late = await Told(registry.exchange(news))
        #expect(late.text == "mapped")
        #expect(
            late.findings.first?.message
                == "\(list.href) was not received: the server answered 500; its previous content stays in use"
        )
        watch.set(90)
        #expect(await Told(registry.exchange(news)).failure == .unknownHost("news.invalid"))
    }
}
