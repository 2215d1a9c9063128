using FuncLibs.Hosting.Programs;
using HardwareConnector.Hosting;

return await HostProgram.RunAsync(args, ConnectorHost.Definition);
