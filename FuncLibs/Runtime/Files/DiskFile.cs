using FuncLibs.Runtime.Platform;
using Microsoft.Win32.SafeHandles;

namespace FuncLibs.Runtime.Files;

/// <summary>A file on a real disk. Reading, writing and flushing do not allocate as long as they go well.</summary>
internal sealed class DiskFile(string path, SafeFileHandle handle) : IDiskFile
{
    public bool Exists => File.Exists(path);

    public FileOutcome Length(out long bytes)
    {
        bytes = 0;
        try
        {
            bytes = RandomAccess.GetLength(handle);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "measure", path);
        }
    }

    public FileOutcome Read(long offset, Span<byte> target, out int read)
    {
        read = 0;
        try
        {
            int part;
            while (read < target.Length && (part = RandomAccess.Read(handle, target[read..], offset + read)) > 0)
                read += part;
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "read", path);
        }
    }

    public FileOutcome Write(long offset, ReadOnlySpan<byte> bytes)
    {
        try
        {
            RandomAccess.Write(handle, bytes, offset);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "write", path);
        }
    }

    public FileOutcome Flush()
    {
        try
        {
            FileSync.Flush(handle);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "flush", path);
        }
    }

    public FileOutcome Truncate(long length)
    {
        try
        {
            RandomAccess.SetLength(handle, length);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "cut", path);
        }
    }

    public void Dispose() => handle.Dispose();
}
