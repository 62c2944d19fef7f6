package kurrentdb

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestFrameHasTheEventOfTheMessage takes events out of messages that the generated code has written.
func TestFrameHasTheEventOfTheMessage(t *testing.T) {
	id := uuid.New()
	for name, wire := range map[string]*shared.UUID{
		"two halves": wireID(id), "text": {Value: &shared.UUID_String_{String_: id.String()}},
	} {
		message := &api.ReadResp{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{
			Event: &api.ReadResp_ReadEvent_RecordedEvent{
				Id: wire, StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")},
				StreamRevision: 1 << 40, PreparePosition: 7, CommitPosition: 8,
				Metadata: map[string]string{"type": "wall", "content-type": "application/json",
					"created": "17000000000000001"},
				CustomMetadata: []byte(`{"a":1}`), Data: []byte("data"),
			},
			Position: &api.ReadResp_ReadEvent_NoPosition{NoPosition: &shared.Empty{}},
		}}}
		b, err := proto.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		e, err := (&frame{b}).event(nil)
		if err != nil || e == nil {
			t.Fatalf("%s: %v, %v", name, e, err)
		}
		if e.EventID != id || e.EventNumber != 1<<40 || e.EventType != "wall" || e.ContentType != "application/json" ||
			!bytes.Equal(e.Data, []byte("data")) || string(e.UserMetadata) != `{"a":1}` ||
			!e.CreatedDate.Equal(time.Unix(0, 1700000000000000100)) {
			t.Errorf("%s: %+v", name, e)
		}
		for cut := range len(b) { // half a message is an error or has no event, and nothing else
			_, _ = (&frame{b[:cut]}).event(nil)
		}
	}
	confirmed, err := proto.Marshal(&api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}})
	if e, broken := (&frame{confirmed}).event(nil); err != nil || broken != nil || e != nil {
		t.Errorf("no event: %v, %v", e, broken)
	}
}

// TestServersWithAndWithoutBatches appends to both kinds, small and larger than a server takes at once.
func TestServersWithAndWithoutBatches(t *testing.T) {
	t.Parallel()
	for _, none := range []bool{false, true} {
		t.Run(fmt.Sprint("no batches ", none), func(t *testing.T) {
			d := server(t, double.Options{NoBatches: none, MaxAppendSize: 8 << 10})
			s := open(t, d.URL(), Options{})
			for i := range 4 {
				e := storetest.NewEvent(fmt.Sprint("event ", i))
				e.Data = fmt.Appendf(nil, `{"n":%d,"long":%q}`, i, bytes.Repeat([]byte("x"), i*6000))
				r, err := s.Append(t.Context(), eventstore.Append{Stream: "walls", Expected: eventstore.Any,
					Events: []eventstore.Event{e}})
				if err != nil || r[0].LastRevision != uint64(i) || r[0].Position != uint64(i+1) {
					t.Fatalf("append %d: %+v, %v", i, r, err)
				}
			}
			other := open(t, d.URL(), Options{})
			if head, err := other.Head(t.Context(), "walls"); err != nil || head.Revision != 3 {
				t.Errorf("another machine reads %+v, %v", head, err)
			}
		})
	}
}

// TestLaneConnectsOnce stops a server and starts it again: what the lane was connected to is gone, and appends go on
// over new connections after the log was looked at.
func TestLaneConnectsOnce(t *testing.T) {
	t.Parallel()
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{})
	for i := range 3 {
		part := storetest.Part("walls", eventstore.Any, fmt.Sprint("wall ", i))
		if _, err := s.Append(t.Context(), part); err != nil {
			t.Fatal(err)
		}
		before := s.sessions.currentEra()
		d.Stop()
		if err := d.Restart(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return s.sessions.currentEra() != before })
	}
}
