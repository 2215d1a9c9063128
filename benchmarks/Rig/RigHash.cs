using System.Security.Cryptography;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Simulator.Rig;

namespace Benchmarks.Rig;

/// <summary>
/// The result check of the rig's figures: two runs must give the same bytes, and each block all of its samples.
/// </summary>
internal static class RigHash
{
    /// <summary>Hash of the first blocks of a rig as documents.</summary>
    /// <param name="rig">A rig that has not run.</param>
    /// <param name="blocks">How many.</param>
    /// <param name="samples">Samples of servo channels that were in them.</param>
    public static string Compute(SimulatedRig rig, int blocks, out long samples)
    {
        var block = new CDataBlock(rig.Layout);
        var document = new System.Buffers.ArrayBufferWriter<byte>(rig.Description.MaxDocumentBytes);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        samples = 0;
        for (int i = 0; i < blocks; i++)
        {
            rig.Fill(block, i);
            document.ResetWrittenCount();
            serializer.Serialize(block, document);
            hash.AppendData(document.WrittenSpan);
            for (int c = 0; c < block.ArrayLengths.Servo; c++)
                samples += block.Channel(BlockGroup.Servo, c).PointCount;
        }

        return Convert.ToHexString(hash.GetHashAndReset());
    }
}
