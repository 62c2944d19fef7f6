package double

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// Delete hides the events of a stream through its metadata; a later append continues with the next revision.
func (s *Server) Delete(_ context.Context, request *api.DeleteReq) (*api.DeleteResp, error) {
	name := string(request.Options.GetStreamIdentifier().GetStreamName())
	if _, err := s.log.existing(name); err != nil {
		return nil, err
	}
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.log.setMetadata(name, limits{TruncateBefore: softDeleted})
	return &api.DeleteResp{PositionOption: &api.DeleteResp_Position_{Position: &api.DeleteResp_Position{
		CommitPosition: s.log.end, PreparePosition: s.log.end,
	}}}, nil
}

// Tombstone ends a stream permanently.
func (s *Server) Tombstone(_ context.Context, request *api.TombstoneReq) (*api.TombstoneResp, error) {
	stream, err := s.log.existing(string(request.Options.GetStreamIdentifier().GetStreamName()))
	if err != nil {
		return nil, err
	}
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	stream.deleted = true
	return &api.TombstoneResp{PositionOption: &api.TombstoneResp_Position_{Position: &api.TombstoneResp_Position{
		CommitPosition: s.log.end, PreparePosition: s.log.end,
	}}}, nil
}

func (l *Log) existing(name string) (*stream, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.streams[name]; s != nil {
		return s, nil
	}
	return nil, status.Errorf(codes.FailedPrecondition, "stream '%s' is not there", name)
}
