import SessionWords
import SonicSession
import Workbench

extension SessionExpectation {
    /// Creates the expectation in the arguments; nil if there is none.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        let outcome = try arguments.value(.expect, as: Outcome.Kind.init(spelled:))
        let changed = arguments.value(.changed).map { names in
            Set(names.split(separator: ",").map { String($0.drop { $0 == " " }) })
        }
        let status = try arguments.number(.expectStatus, in: 100...599)
        guard outcome != nil || changed != nil || status != nil else { return nil }
        self.init(outcome: outcome, changed: changed, status: status)
    }

    /// Returns the exit status for a session, after reporting its deviations on standard error.
    func judge(_ result: SessionResult) -> ExitStatus {
        let differences = differences(from: result).map(\.words)
        guard !differences.isEmpty else { return .done }
        Console.complain(differences.joined(separator: "; ") + " (\(result.reason.words))")
        return .failed
    }
}
