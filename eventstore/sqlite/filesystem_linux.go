package sqlite

import "golang.org/x/sys/unix"

// The file systems on which locks or shared memory do not hold between machines, or not at all, by the magic number
// that statfs(2) returns. FUSE is among them because a network is behind most of its mounts (sshfs, cloud drives,
// folders shared with a virtual machine).
var networkFileSystems = map[uint32]string{
	unix.NFS_SUPER_MAGIC:  "NFS, a network file system",
	unix.SMB_SUPER_MAGIC:  "SMB, a network file system",
	unix.CIFS_SUPER_MAGIC: "CIFS, a network file system",
	unix.SMB2_SUPER_MAGIC: "SMB, a network file system",
	unix.V9FS_MAGIC:       "9P, a file system shared from another machine",
	unix.FUSE_SUPER_MAGIC: "FUSE, a file system that may be remote",
	unix.AFS_SUPER_MAGIC:  "AFS, a network file system",
	unix.AFS_FS_MAGIC:     "AFS, a network file system",
	unix.CEPH_SUPER_MAGIC: "Ceph, a network file system",
	unix.CODA_SUPER_MAGIC: "Coda, a network file system",
	unix.NCP_SUPER_MAGIC:  "NCP, a network file system",
}

// networkFileSystem names the file system of a directory when it is not a local one. A file system that cannot be
// asked counts as local: the first write will say what is wrong with it.
func networkFileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	return networkFileSystems[uint32(st.Type)]
}
