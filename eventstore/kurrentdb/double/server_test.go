package double

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// TestBatchAppendsAreRefused checks a server without batch appends. It must neither list nor accept this method, and
// must name the method to use instead.
func TestBatchAppendsAreRefused(t *testing.T) {
	s, err := Start(Options{NoBatches: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	conn, err := grpc.NewClient(s.Address(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	listed, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(context.Background(),
		&shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range listed.Methods {
		if strings.EqualFold(m.MethodName, "batchappend") {
			t.Error("batch appends are listed")
		}
	}
	call, err := api.NewStreamsClient(conn).BatchAppend(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_, err = call.Recv()
	if status.Code(err) != codes.Unimplemented || !strings.Contains(err.Error(), "use Append") {
		t.Errorf("a batch append: %v", err)
	}
}
