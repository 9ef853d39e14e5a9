import Disks
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// The changes during which the power is cut.
extension PowerCutTests {
    /// A change, and the preparation of the disk before it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let prepare: @Sendable (PageCache) async throws -> Void
        let perform: @Sendable (PageCache) async throws -> Void
        /// Whether older versions may be removed one by one.
        var mayLoseHistory = false
        /// Whether a power cut may undo it, and earlier renewals: the page can be requested again.
        var isFleeting = false
        /// The time between preparation and change.
        var later = Duration.zero
    }

    static let start = Instant(milliseconds: 1_800_000_000_000)

    static func fill(_ cache: PageCache, _ texts: [String]) async throws {
        for text in texts {
            _ = try await cache.commit(Sample.version(text, stored: start), for: Sample.news)
        }
    }

    static let way = [
        SessionResult.Redirect(from: Sample.url, to: WebURL("http://b.example/")!, status: 301)
    ]

    static let changes = [
        Change(testDescription: "first commit") { _ in
        } perform: {
            try await fill($0, ["one"])
        },
        Change(testDescription: "update") {
            try await fill($0, ["one", "two"])
        } perform: {
            try await fill($0, ["three"])
        },
        Change(testDescription: "update of a renewed page") {
            try await fill($0, ["one"])
            try await $0.renew(Sample.news, number: 1, headers: Headers(), checked: start.adding(seconds: 1))
        } perform: {
            try await fill($0, ["two"])
        },
        Change(
            testDescription: "renewal",
            prepare: { try await fill($0, ["one", "two"]) },
            perform: {
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 1))
            },
            isFleeting: true),
        Change(
            testDescription: "second renewal",
            prepare: {
                try await fill($0, ["one", "two"])
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 1))
            },
            perform: {
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 2))
            },
            isFleeting: true),
        Change(testDescription: "renewal of a page with Sonic off") {
            try await fill($0, ["one"])
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.renew(Sample.news, number: 1, headers: Headers(), checked: start.adding(seconds: 1))
        },
        Change(
            testDescription: "a version is seen",
            prepare: { try await fill($0, ["one", "two"]) },
            perform: { try await $0.noteRead(2, of: Sample.news) },
            isFleeting: true),
        Change(
            testDescription: "a later version is seen",
            prepare: {
                try await fill($0, ["one", "two"])
                try await $0.noteRead(1, of: Sample.news)
            },
            perform: { try await $0.noteRead(2, of: Sample.news) },
            isFleeting: true),
        Change(testDescription: "removal of a page that was seen") {
            try await fill($0, ["one", "two"])
            try await $0.noteRead(2, of: Sample.news)
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "forgetting a page") {
            try await fill($0, ["one", "two"])
            try await $0.noteRead(2, of: Sample.news)
        } perform: {
            _ = try await $0.forget(Sample.news)
        },
        Change(testDescription: "forgetting what came since a moment") {
            try await fill($0, ["one"])
            _ = try await $0.commit(
                Sample.version("two", stored: start.adding(seconds: 60)), for: Sample.news)
        } perform: {
            _ = try await $0.forget(Sample.news, since: start.adding(seconds: 30))
        },
        Change(testDescription: "Sonic off without a page") { _ in
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        },
        Change(testDescription: "Sonic off with a page") {
            try await fill($0, ["one", "two"])
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        },
        Change(testDescription: "Sonic on without a page") {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: nil)
        },
        Change(
            testDescription: "an address leads elsewhere", prepare: { _ in },
            perform: { try await $0.setRedirects(Sample.news, url: Sample.url, way) }, isFleeting: true),
        Change(
            testDescription: "the address of a page leads elsewhere",
            prepare: { try await fill($0, ["one", "two"]) },
            perform: { try await $0.setRedirects(Sample.news, url: Sample.url, way) }, isFleeting: true),
        Change(testDescription: "an address with Sonic off leads elsewhere") {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.setRedirects(Sample.news, url: Sample.url, way)
        },
        Change(
            testDescription: "an address leads nowhere any more",
            prepare: { try await $0.setRedirects(Sample.news, url: Sample.url, way) },
            perform: { try await $0.setRedirects(Sample.news, url: Sample.url, []) }, isFleeting: true),
        Change(testDescription: "removal") {
            try await fill($0, ["one", "two", "three"])
            try await $0.renew(Sample.news, number: 3, headers: Headers(), checked: start.adding(seconds: 1))
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "removal of a page with Sonic off") {
            try await fill($0, ["one", "two"])
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "pinning") {
            try await fill($0, ["one", "two"])
        } perform: {
            _ = try await $0.pin(Sample.news, resources: [CacheKey(text: "http://a.example/a.css")])
        },
        Change(testDescription: "another resource of a pinned page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news, resources: [CacheKey(text: "http://a.example/a.css")])
        } perform: {
            try await $0.add([CacheKey(text: "http://a.example/b.css")], toPinOf: Sample.news)
        },
        Change(testDescription: "update of a pinned page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            try await fill($0, ["two"])
        },
        Change(testDescription: "unpinning") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            _ = try await $0.unpin(Sample.news)
        },
        Change(testDescription: "removal of a pinned page") {
            try await fill($0, ["one", "two"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "unpinning without a page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
            try await $0.remove(Sample.news)
        } perform: {
            _ = try await $0.unpin(Sample.news)
        },
        Change(
            testDescription: "pruning of old versions",
            prepare: { try await fill($0, ["one", "two", "three", "four"]) },
            perform: { _ = try await $0.prune() },
            mayLoseHistory: true, later: .seconds(90)),
        Change(
            testDescription: "commit that prunes",
            prepare: { try await fill($0, ["one", "two", "three"]) },
            perform: { try await fill($0, ["four"]) },
            mayLoseHistory: true, later: .seconds(90)),
    ]
}
