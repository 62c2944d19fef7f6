package projections

import (
	"bytes"
	"context"
	"fmt"
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
