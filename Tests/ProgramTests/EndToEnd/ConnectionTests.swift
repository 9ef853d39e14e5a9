import TestSupport
import Testing

@Suite struct ConnectionTests {
    @Test func `a mapped host keeps its name, and get prints which connection responded`() async throws {
        let site = try await Site.serving(["index.html": "<p>at the new machine"])
        let port = site.address.split(separator: ":").last.map(String.init) ?? ""
        let dump = try await site.sonic(
            "dump", "--resolve", "news.invalid:80:127.0.0.1:\(port)", "http://news.invalid/")
        #expect(dump.output == "at the new machine\n")
        let list = try site.home.write("127.0.0.1:\(port) news.invalid\n", to: "hosts")
        let get = try await site.sonic("get", "--hosts", list, "http://news.invalid/")
        #expect(get.output.contains("\n  answered by: hosts\n"))
        #expect(get.output.contains("note: news.invalid is at 127.0.0.1:\(port), from \(list)\n"))
        let plain = try await site.sonic("get", "--json", "--hosts", list, site.address)
        #expect(plain.output.contains("\"via\": \"network\""))
    }

    @Test func `the configuration can define rules and host lists`() async throws {
        let site = try await Site.serving(["index.html": "<p>at the new machine"])
        let port = site.address.split(separator: ":").last.map(String.init) ?? ""
        try site.home.write("127.0.0.1:\(port) news.invalid\n", to: "hosts")
        try site.home.write(
            "{ rules: ['old.invalid => http://news.invalid'], \"host-lists\": ['~/hosts'] }",
            to: "config/sonic/config.json5")
        #expect(try await site.sonic("dump", "http://old.invalid/").output == "at the new machine\n")
        let blocked = try await site.sonic("get", "--rule", "old.invalid => block", "http://old.invalid/x")
        #expect(blocked.output.contains("blocks this address"))
    }

    @Test func `rules respond with files and redirect requests to other servers`() async throws {
        let site = try await Site.serving(["app/index.html": "<p>from the server"])
        try site.home.write("<p>from a file", to: "app/index.html")
        let (server, file) = ("news.invalid => \(site.address)", "news.invalid/app/* => ~/app/*")
        let mapped = try await site.sonic("dump", "--rule", server, "http://news.invalid/app/")
        #expect(mapped.output == "from the server\n")
        let local = try await site.sonic(
            "get", "--private", "--rule", file, "--rule", server, "http://news.invalid/app/")
        #expect(local.output.contains("\n  answered by: rules\n"))
        #expect(local.output.contains("note: the rule “\(file)” answered with the file ~/app/index.html\n"))
    }
}
