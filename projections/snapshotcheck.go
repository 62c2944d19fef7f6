package projections

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/bimstream/bimstream/domain/state"
)

// CheckSnapshots compares every snapshot of a branch with the state folded from the first event of the log, and returns
// the number of snapshots. A valid snapshot with a different state is an error: it would be a fault of this program.
// Unusable snapshots are removed, as always.
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
			continue // ForgedSnapshots reports it
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

// ForgedSnapshots returns a fault for each snapshot of a branch that claims to be of this installation but lacks its
// code, because somebody changed it. Snapshots of other installations are no fault; they are ignored and made again.
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

// forged returns the reason why a snapshot counts as forged, or "" if it does not.
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
		return "" // made by another version or installation, or without a seal
	}
	if h.Stream == stream && h.digest(body) == h.Digest && f.seals.Holds(h.Seal, sealSnapshot, []byte(h.Digest)) {
		return ""
	}
	return f.seals.Whose(h.Seal)
}
