import Exchanges
import SessionWords
import SonicSession
import Workbench

extension SessionExpectation {
    /// Creates the expectation in the arguments; nil if there is none.
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        let status = try arguments.number(.expectStatus, in: 100...599).map { "status:\($0)" }
        var filters: [ExchangeFilter] = []
        for text in [arguments.value(.expect), status].compactMap(\.self) {
            // An outcome can be given by its name alone.
            let isFilter = text.contains { ":=".contains($0) }
            do throws(ExchangeFilter.Mistake) {
                filters.append(
                    try ExchangeFilter(isFilter ? text : "outcome:" + text.replacing(" ", with: "-")))
            } catch {
                throw .init(message: "--expect: \(error.clause)")
            }
        }
        let changed = arguments.value(.changed).map { names in
            Set(names.split(separator: ",").map { String($0.drop { $0 == " " }) })
        }
        guard !filters.isEmpty || changed != nil else { return nil }
        self.init(filters: filters, changed: changed)
    }

    /// Returns the exit status for a session, after reporting its deviations on standard error.
    func judge(_ result: SessionResult) -> ExitStatus {
        let differences = differences(from: result).map(\.words)
        guard !differences.isEmpty else { return .done }
        Console.complain(differences.joined(separator: "; ") + " (\(result.reason.words))")
        return .failed
    }
}
