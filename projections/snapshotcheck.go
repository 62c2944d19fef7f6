package projections

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/bimstream/bimstream/domain/state"
)

// CheckSnapshots holds every snapshot of a branch against the state that the log gives when it is folded from its first
// event, and returns how many there are. A snapshot that is whole and yet another state is an error: it would be a
// fault of this program. What cannot be used at all is removed, as when it is met.
func (l *Live) CheckSnapshots(ctx context.Context, modelID, name string) (checked int, err error) {
	if l.snapshots.turn == nil {
		return 0, nil
	}
	stream := StreamName(modelID, name)
	d, err := l.begin(ctx, modelID, name)
	if err != nil {
		return 0, err
	}
	d.affected = nil
	for _, file := range l.snapshots.folder.list(stream) {
		if l.snapshots.folder.forged(file, stream) != "" {
			continue // ForgedSnapshots says so
		}
		kept, err := l.snapshots.folder.read(file, stream, false)
		if err != nil {
			continue
		}
		if err := l.foldOn(ctx, d, stream, file.revision); err != nil {
			return checked, err
		}
		if d.next != kept.next || d.hash != kept.hash || !bytes.Equal(d.model.Pack(), kept.model.Pack()) ||
			!bytes.Equal(d.history.pack(), kept.history.pack()) {
			return checked, fmt.Errorf("the snapshot %s is not the state that the log gives: remove it and report this",
				file.path)
		}
		checked++
	}
	return checked, nil
}

// ForgedSnapshots returns a fault for each snapshot of a branch that says it is of this installation and does not have
// its code: somebody changed it. Snapshots of other installations are no fault; they are not believed, and made anew.
func (l *Live) ForgedSnapshots(stream string) (out []Fault) {
	if l.snapshots.turn == nil {
		return nil
	}
	for _, file := range l.snapshots.folder.list(stream) {
		if why := l.snapshots.folder.forged(file, stream); why != "" {
			out = append(out, Fault{Kind: FaultForged, Revision: file.revision,
				Reason: "the snapshot of this revision is not what was kept, and is not used: " + why})
		}
	}
	return out
}

// forged returns why a snapshot was changed by others, "" where it was not.
func (f snapshotFolder) forged(file snapshotFile, stream string) string {
	if f.seals == nil {
		return ""
	}
	data, err := os.ReadFile(file.path)
	if err != nil {
		return ""
	}
	h, body, err := splitSnapshot(data)
	if err != nil || h.Reducer != state.ReducerVersion() || !f.seals.Own(h.Seal) {
		return "" // of another version or installation, or never sealed
	}
	if h.Stream == stream && h.digest(body) == h.Digest && f.seals.Holds(h.Seal, sealSnapshot, []byte(h.Digest)) {
		return ""
	}
	return f.seals.Whose(h.Seal)
}
