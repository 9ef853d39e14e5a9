import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// A libcurl connection without proxies, behind a host map.
private func registry(
    _ given: [String] = [], _ sources: [HostSource] = [], limits: TimeLimits = TimeLimits()
) -> ConnectionRegistry {
    var configuration = TransportConfiguration()
    configuration.proxy = .none
    configuration.limits = limits
    let network = CurlConnection(configuration)
    return ConnectionRegistry([
        network,
        HostConnection(over: network, sources: [resolved(given)] + sources, uptime: { .zero }),
    ])
}

/// The addresses of `--resolve`.
private func resolved(_ given: [String]) -> HostSource {
    var map = HostMap()
    for text in given {
        let isTaken = map.resolve(text)
        #expect(isTaken, "\(text)")
    }
    return .named("--resolve") { [map] in map.address(for: $0) }
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
        let mapped = HostConnection(
            over: network, sources: [resolved(["news.invalid:127.0.0.1:\(server.port)"])], uptime: { .zero })
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
        let registry = registry([], [.file(HostFile(path: file)), setting])
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
        let registry = registry([], [.file(HostFile(path: file))])
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
}
