import SonicProtocol
import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// The result of parsing a body, in one line: the failure, or keys with values, template tag and hash.
private func outcome(_ body: [UInt8]) -> String {
    do throws(DataUpdate.Failure) {
        return describe(try DataUpdate(json: body))
    } catch {
        switch error {
        case .empty: return "empty"
        case .page(let beginning): return "page: \(beginning)"
        case .malformed(let what):
            let isNoJSON = ["it is not valid JSON at", "it ends too early, at", "it is not UTF-8 at"].contains
            {
                what.hasPrefix($0)
            }
            return isNoJSON ? noJSON : what
        }
    }
}

private func describe(_ update: DataUpdate) -> String {
    let blocks = update.data.sorted { $0.key < $1.key }.map { key, value in
        "\(key)=\(String(decoding: value, as: UTF8.self))"
    }
    return blocks.joined(separator: ",") + "; \(update.templateTag ?? "-"); \(update.htmlSHA1 ?? "-")"
}

/// Any error in the JSON, at any place.
private let noJSON = "no JSON"

@Suite struct DataUpdateTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Updates.table")

    @Test(arguments: rows)
    func `a body is parsed as its row says`(row: TableRow) {
        switch row[0] {
        case "body": #expect(outcome(row.bytes[1]) == row[2])
        case "wrong":
            #expect(throws: DataUpdate.Failure.malformed(row[2])) { try DataUpdate(json: row.bytes[1]) }
        case "page":
            #expect(throws: DataUpdate.Failure.page(beginning: row[2])) {
                try DataUpdate(json: row.bytes[1])
            }
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of updates has its rows`() { #expect(Self.rows.count >= 72) }

    @Test func `the number of names is limited, skipped ones included`() throws {
        let maxNames = 200_000
        func body(_ count: Int) -> [UInt8] {
            Array(("{\"data\":{" + (0..<count).map { "\"{\($0)}\":\"\"" }.joined(separator: ",") + "}}").utf8)
        }
        #expect(try DataUpdate(json: body(maxNames)).data.count == maxNames)
        #expect(throws: DataUpdate.Failure.malformed("it has more than 200000 names")) {
            try DataUpdate(json: body(maxNames + 1))
        }
        func passed(_ counts: [Int]) -> [UInt8] {
            let objects = counts.map {
                "{" + Array(repeating: "\"a\":1", count: $0).joined(separator: ",") + "}"
            }
            return Array("{\"x\":[\(objects.joined(separator: ","))],\"data\":{}}".utf8)
        }
        #expect(try DataUpdate(json: passed([maxNames / 2, maxNames / 2])).data.isEmpty)
        #expect(throws: DataUpdate.Failure.malformed("it has more than 200000 names")) {
            try DataUpdate(json: passed([maxNames / 2, maxNames / 2 + 1]))
        }
        let same = String(repeating: "\"a\":1,", count: maxNames + 1)
        #expect(throws: DataUpdate.Failure.malformed("it has more than 200000 names")) {
            try DataUpdate(json: Array("{\(same)\"data\":{}}".utf8))
        }
    }

    @Test func `bytes that are not UTF-8 are rejected everywhere`() {
        let wrong: [[UInt8]] = [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xFF],
        ]
        for bytes in wrong {
            for (start, end) in [(#"{"data":{"{a}":"x"#, "\"}}"), (#"{"data":{},"x":""#, "\"}")] {
                #expect(outcome(Array(start.utf8) + bytes + Array(end.utf8)) == noJSON, "\(bytes)")
            }
        }
    }

    @Test func `a body truncated anywhere is rejected`() {
        let whole = Array(#"{"x":[1,{"y":"\ud83d\ude00"}],"data":{"{a}":"é\n"},"html-sha1":"h"}"#.utf8)
        #expect(outcome(whole) == "{a}=é\n; -; h")
        for count in 1..<whole.count { #expect(outcome(Array(whole[..<count])) == noJSON, "\(count)") }
    }

    @Test func `nesting is limited and does not use the stack`() {
        func body(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
            let nested = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            return Array((#"{"x":"# + nested + #","data":{}}"#).utf8)
        }
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            #expect(outcome(body(open, close, 511)) == "; -; -")
            #expect(outcome(body(open, close, 512)) == noJSON)
            #expect(outcome(body(open, close, 1_000_000)) == noJSON)
        }
        #expect(outcome(Array(String(repeating: "[", count: 1_000_000).utf8)) == noJSON)
    }

    @Test(arguments: 0..<20) func `valid bodies are parsed as Foundation's decoder parses them`(
        _ seed: UInt64
    ) {
        var writer = BodyWriter(seed: seed)
        var read = 0
        for _ in 0..<200 {
            let body = writer.body()
            let expected = Self.comparable(OracleUpdate.outcome(body))
            #expect(Self.comparable(outcome(body)) == expected, "\(String(decoding: body, as: UTF8.self))")
            if expected.contains(";") { read += 1 }
        }
        #expect((50..<190).contains(read), "bodies of one kind only: \(read)")
    }

    /// Foundation's decoder accepts trailing commas, and checks escapes and UTF-8 only in the values
    /// that are decoded: a damaged body must be rejected here or give the same result.
    @Test(arguments: 0..<20) func `damaged bodies are rejected or give the same result`(_ seed: UInt64) {
        var writer = BodyWriter(seed: seed)
        var refused = 0
        for _ in 0..<200 {
            let body = writer.damagedBody()
            let seen = outcome(body)
            if seen == noJSON {
                refused += 1
            } else {
                let expected = Self.comparable(OracleUpdate.outcome(body))
                #expect(Self.comparable(seen) == expected, "\(String(decoding: body, as: UTF8.self))")
            }
        }
        #expect((50..<200).contains(refused), "bodies of one kind only: \(refused)")
    }

    /// It is unspecified which of several values of the wrong type is named.
    private static func comparable(_ outcome: String) -> String {
        outcome.hasPrefix("\"data.") ? "a value in data is of the wrong type" : outcome
    }
}

/// An update as parsed by Foundation's decoder.
private struct OracleUpdate: Decodable {
    var data: [String: String]
    var templateTag: String?
    var htmlSHA1: String?

    enum CodingKeys: String, CodingKey {
        case data
        case templateTag = "template-tag"
        case htmlSHA1 = "html-sha1"
    }

    static func outcome(_ body: [UInt8]) -> String {
        guard !body.isEmpty else { return "empty" }
        do {
            let update = try JSONDecoder().decode(OracleUpdate.self, from: Data(body))
            let blocks = update.data.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            // An empty hash is none.
            let hash = update.htmlSHA1.flatMap { $0.isEmpty ? nil : $0 } ?? "-"
            return blocks.joined(separator: ",") + "; \(update.templateTag ?? "-"); \(hash)"
        } catch let DecodingError.keyNotFound(key, _) {
            return "it has no \"\(key.stringValue)\""
        } catch let DecodingError.typeMismatch(_, context) {
            return wrongType(context)
        } catch let DecodingError.valueNotFound(_, context) {
            return wrongType(context)
        } catch {
            return noJSON
        }
    }

    private static func wrongType(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "it is not an object" : "\"\(path)\" is of the wrong type"
    }
}
