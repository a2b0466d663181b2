import TestSupport
import Testing

/// Tests the passes of effects, as `penumbra plan` prints them. After an intended change, record the plans again with
/// `PENUMBRA_RECORD=1 swift test --filter PlanSnapshotTests`.
@Suite(.timed) struct PlanSnapshotTests {
    @Test(arguments: SnapshotScene.all)
    func plansMatchTheRecordedPlans(entry: SnapshotScene) throws {
        let (snapshot, text) = (PlanSnapshot(entry.name), try entry.plan.description)
        if PlanSnapshot.isRecording { try snapshot.write(text) }
        if let difference = TextDifference(expected: try snapshot.read(), found: text) {
            Issue.record("the plan of \(entry.name) has changed at \(difference)")
        }
    }

    @Test func textDifferenceNamesTheFirstDifferentLine() {
        #expect(TextDifference(expected: "a\nb\n", found: "a\nb\n") == nil)
        let changed = TextDifference(expected: "a\nb\nc\n", found: "a\nx\ny\n")
        #expect(changed?.description == "line 2\nrecorded: b\nplanned:  x")
        let longer = TextDifference(expected: "a", found: "a\nb")
        #expect(longer?.line == 2 && longer?.expected == nil && longer?.found == "b")
        let shorter = TextDifference(expected: "a\nb", found: "a")
        #expect(shorter?.description == "line 2\nrecorded: b\nplanned:  the end")
    }
}
