package kurrentdb

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// TestBatchFrameIsTheMessage reads frames of appends as the generated code does, with deadlines that are near, far and
// past, contents that are none, text, long and no JSON, and ids with halves of every sign.
func TestBatchFrameIsTheMessage(t *testing.T) {
	now := time.Now()
	for _, left := range []time.Duration{0, 1500 * time.Millisecond, -2500 * time.Millisecond, 90 * time.Minute} {
		ctx, cancel := context.WithDeadline(t.Context(), now.Add(left))
		defer cancel()
		for n := range 6 {
			id, events := uuid.New(), make([]esdb.EventData, n)
			for i := range events {
				events[i] = esdb.EventData{EventID: uuid.New(), EventType: fmt.Sprint("element.", i, "é"),
					ContentType: esdb.ContentType(i % 2), Data: bytes.Repeat([]byte("x"), i*i*70),
					Metadata: bytes.Repeat([]byte("m"), (n-i)*90)}
			}
			if n == 5 {
				events[0].EventID, events[1].EventID = uuid.Nil, uuid.Max
				events[2].EventType = string(bytes.Repeat([]byte("t"), 200))
			}
			var got api.BatchAppendReq
			if err := proto.Unmarshal(batchFrame(ctx, id, "a stream", events).bytes, &got); err != nil {
				t.Fatal(err)
			}
			told := got.GetOptions().GetDeadline()
			if off := told.AsDuration() - time.Until(now.Add(left)); told.CheckValid() != nil || off < 0 ||
				off > time.Minute {
				t.Errorf("%s are left, the message has %s", left, told)
			}
			if want := batchOf(id, "a stream", events, told); !proto.Equal(&got, want) {
				t.Errorf("%d events: %s\nwant %s", n, &got, want)
			}
		}
	}
}

// batchOf is the message of an append.
func batchOf(id uuid.UUID, stream string, events []esdb.EventData, left *durationpb.Duration) *api.BatchAppendReq {
	r := &api.BatchAppendReq{
		CorrelationId: wireID(id), IsFinal: true,
		Options: &api.BatchAppendReq_Options{
			StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
			ExpectedStreamPosition: &api.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}},
			DeadlineOption:         &api.BatchAppendReq_Options_Deadline{Deadline: left},
		},
	}
	for i := range events {
		kind := "application/json"
		if events[i].ContentType != esdb.ContentTypeJson {
			kind = "application/octet-stream"
		}
		r.ProposedMessages = append(r.ProposedMessages, &api.BatchAppendReq_ProposedMessage{
			Id: wireID(events[i].EventID), Data: events[i].Data, CustomMetadata: events[i].Metadata,
			Metadata: map[string]string{"type": events[i].EventType, "content-type": kind},
		})
	}
	return r
}

// wireID is an id as the protocol has it.
func wireID(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}
