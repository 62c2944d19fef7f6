package state

import (
	"errors"
	"fmt"
)

// Code is a stable number of the error table. 1000-1099 parameters, 1100-1199 constraints, 1200-1299 permission and
// governance, 1300-1399 state, 1400-1499 external systems.
type Code int

// The codes. ErrorTable describes each.
const (
	InvalidInput           Code = 1000
	SchemaValidationFailed Code = 1001
	UnknownParameter       Code = 1002
	OutOfRange             Code = 1003
	InvalidOutput          Code = 1004

	DegenerateGeometry Code = 1100
	OpeningOutsideHost Code = 1101
	OpeningsOverlap    Code = 1102
	BranchMismatch     Code = 1103
	OutOfModelBounds   Code = 1104
	ConstraintViolated Code = 1105
	EmptyResult        Code = 1106

	PermissionDenied     Code = 1200
	ApprovalRequired     Code = 1201
	RateLimited          Code = 1202
	OperationTooLarge    Code = 1203
	SessionLimitExceeded Code = 1204
	ReasoningRequired    Code = 1205
	PathNotAllowed       Code = 1206
	FixExhausted         Code = 1207
	ApprovalRejected     Code = 1208

	NotFound            Code = 1300
	RevisionConflict    Code = 1301
	IllegalState        Code = 1302
	MergeConflict       Code = 1303
	IdempotencyMismatch Code = 1304
	AlreadyExists       Code = 1305
	GateFailed          Code = 1306
	StaleApproval       Code = 1307

	StoreUnavailable Code = 1400
	StorageFull      Code = 1401
	StoreCorrupt     Code = 1402
	ToolchainMissing Code = 1403
	Cancelled        Code = 1404
	Timeout          Code = 1405
	StoreRefused     Code = 1406
	Internal         Code = 1499
)

// ErrorRow is one line of the error table.
type ErrorRow struct {
	Code      Code
	Name      string
	Retryable bool // the same call may succeed later
	When      string
}

// ErrorTable is the only table of errors. The table in the documentation is generated from it.
var ErrorTable = []ErrorRow{
	{InvalidInput, "INVALID_INPUT", false,
		"the arguments do not match the input schema; data.issues has a JSON pointer and a reason for each"},
	{SchemaValidationFailed, "SCHEMA_VALIDATION_FAILED", false,
		"a configuration or artifact given by the caller does not match its schema"},
	{UnknownParameter, "UNKNOWN_PARAMETER", false,
		"modify_parameter names a parameter that the element's category does not have; data.known lists them"},
	{OutOfRange, "OUT_OF_RANGE", false, "a value is outside the range of its parameter"},
	{InvalidOutput, "INVALID_OUTPUT", false,
		"the server's own result broke the output schema: a bug; nothing was committed"},
	{DegenerateGeometry, "DEGENERATE_GEOMETRY", false,
		"start equals end, zero height, self-intersecting boundary, fewer than three points, or no closed " +
			"ring of walls"},
	{OpeningOutsideHost, "OPENING_OUTSIDE_HOST", false, "the opening does not lie within its host"},
	{OpeningsOverlap, "OPENINGS_OVERLAP", false, "the opening overlaps another one of the same host"},
	{BranchMismatch, "BRANCH_MISMATCH", false, "operands are on different branches"},
	{OutOfModelBounds, "OUT_OF_MODEL_BOUNDS", false, "a coordinate lies outside the model's bounds"},
	{ConstraintViolated, "CONSTRAINT_VIOLATED", false, "a declared constraint would break"},
	{EmptyResult, "EMPTY_RESULT", false, "a boolean operation would leave nothing"},
	{PermissionDenied, "PERMISSION_DENIED", false, "outside the caller's permissions or scope"},
	{ApprovalRequired, "APPROVAL_REQUIRED", false, "a human has to approve first; data.approval_id"},
	{RateLimited, "RATE_LIMITED", true, "too many calls; data.retry_after_s, data.limit, data.remaining"},
	{OperationTooLarge, "OPERATION_TOO_LARGE", false, "more elements than max_elements_per_operation"},
	{SessionLimitExceeded, "SESSION_LIMIT_EXCEEDED", false, "more operations than max_operations_per_session"},
	{ReasoningRequired, "REASONING_REQUIRED", false, "an agent gave no reasoning to a tool that changes, writes " +
		"or starts something"},
	{PathNotAllowed, "PATH_NOT_ALLOWED", false, "a file outside the allowed directories"},
	{FixExhausted, "FIX_EXHAUSTED", false, "a run used up its fix attempts"},
	{ApprovalRejected, "APPROVAL_REJECTED", false, "a human said no, or the approval expired; data.reason"},
	{NotFound, "NOT_FOUND", false, "no such thing, or one that the caller may not see"},
	{RevisionConflict, "REVISION_CONFLICT", false,
		"the expected revision is not the current one and the command cannot be decided again"},
	{IllegalState, "ILLEGAL_STATE", false, "not possible in this state; data.state, data.allowed"},
	{MergeConflict, "MERGE_CONFLICT", false, "the branches changed the same facets; data.conflicts"},
	{IdempotencyMismatch, "IDEMPOTENCY_MISMATCH", false, "the idempotency key was used with other arguments"},
	{AlreadyExists, "ALREADY_EXISTS", false, "a thing with this name or number exists"},
	{GateFailed, "GATE_FAILED", false, "a gate of a run failed; only inside the run's report"},
	{StaleApproval, "STALE_APPROVAL", false,
		"the call is another one than was approved or previewed, or the policy changed"},
	{StoreUnavailable, "STORE_UNAVAILABLE", true, "the event store cannot be reached"},
	{StorageFull, "STORAGE_FULL", false,
		"no room left on the storage, or in what is kept there of one owner"},
	{StoreCorrupt, "STORE_CORRUPT", false, "a record fails its checksum or hash"},
	{ToolchainMissing, "TOOLCHAIN_MISSING", false, "an external program that the operator listed is not installed"},
	{Cancelled, "CANCELLED", false, "the caller cancelled the request"},
	{Timeout, "TIMEOUT", true, "the operation took too long"},
	{StoreRefused, "STORE_REFUSED", false,
		"the server of the event store refuses this client (user, password, right, certificate, TLS, version); the " +
			"message has the remedy"},
	{Internal, "INTERNAL", false, "unexpected; data.cause_class"},
}

var errorRows = func() map[Code]ErrorRow {
	rows := make(map[Code]ErrorRow, len(ErrorTable))
	for _, r := range ErrorTable {
		rows[r.Code] = r
	}
	return rows
}()

// Name returns the stable name of the code, or INTERNAL for a number outside the table.
func (c Code) Name() string {
	if r, ok := errorRows[c]; ok {
		return r.Name
	}
	return errorRows[Internal].Name
}

// Retryable reports whether the same call may succeed later.
func (c Code) Retryable() bool { return errorRows[c].Retryable }

// Error is a refusal that a caller can act on. Message describes the fault and the next step; Data holds the values.
type Error struct {
	Code    Code
	Message string
	Data    map[string]any
	Cause   error
}

// Errorf makes an Error. A %w verb sets its cause.
func Errorf(code Code, format string, args ...any) *Error {
	wrapped := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: wrapped.Error(), Cause: errors.Unwrap(wrapped)}
}

// With adds one value to Data and returns the error itself.
func (e *Error) With(key string, value any) *Error {
	if e.Data == nil {
		e.Data = map[string]any{}
	}
	e.Data[key] = value
	return e
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// CodeOf returns the code of the first Error in err's chain, or Internal if there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}
