import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// Plays a session and compares its trace line by line.
func check(
    stored: StoredPage? = nil, sonicOff: Instant? = nil, mode: SessionMode = .open,
    limits: SessionLimits = SessionLimits(), _ replies: [Reply], _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var play = Play(stored: stored, sonicOff: sonicOff, replies)
    #expect(play.run(mode, limits: limits) == expected, sourceLocation: sourceLocation)
}

let v1 = Sample.page("1")
let v2 = Sample.page("2")
let other = Sample.page("2", template: "U")

extension String {
    /// X1, X2, X3 stand for the hashes of the sample's versions, T1 and T3 for their template tags.
    var filled: String {
        replacing("X1", with: Words.short(Sample.sha1(v1))).replacing(
            "X2", with: Words.short(Sample.sha1(v2))
        )
        .replacing("X3", with: Words.short(Sample.sha1(other)))
        .replacing("T1", with: Words.short(Sample.templateTag(v1)))
        .replacing("T3", with: Words.short(Sample.templateTag(other)))
    }
}
