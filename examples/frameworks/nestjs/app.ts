import 'reflect-metadata';
import {
  All,
  Controller,
  Get,
  Module,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Post,
} from '@nestjs/common';
import {NestFactory} from '@nestjs/core';
import {ApiExtension, ApiParam, DocumentBuilder, SwaggerModule} from '@nestjs/swagger';

enum Kind {
  Cat = 'cat',
  Dog = 'dog',
}

// The handlers answer with their operationId, which is the name of their method.
@Controller()
class PetsController {
  // `x-apigen` of an operation. A path has no place for it.
  @Get('pets')
  @ApiExtension('x-apigen', {timeouts: {request_timeout: 5}})
  listPets() {
    return {operation: 'listPets'};
  }

  @Get('pets/:id')
  getPet(@Param('id', ParseIntPipe) id: number) {
    return {operation: 'getPet'};
  }

  @Get('orders/:id')
  @ApiParam({name: 'id', format: 'uuid'})
  getOrder(@Param('id', ParseUUIDPipe) id: string) {
    return {operation: 'getOrder'};
  }

  // Described as `/users` and `/users/{id}`, with one operationId.
  @Get(['users', 'users/:id'])
  getUsers(@Param('id') id?: string) {
    return {operation: 'getUsers'};
  }

  @Get('search{/:text}')
  search(@Param('text') text?: string) {
    return {operation: 'search'};
  }

  @Post('jobs/:id\\:cancel')
  cancelJob(@Param('id') id: string) {
    return {operation: 'cancelJob'};
  }

  @Get('jobs/:id')
  getJob(@Param('id') id: string) {
    return {operation: 'getJob'};
  }

  @Get('files/*path')
  getFile(@Param('path') path: string[]) {
    return {operation: 'getFile'};
  }

  @Get('kinds/:kind')
  @ApiParam({name: 'kind', enum: Kind})
  getKind(@Param('kind', new ParseEnumPipe(Kind)) kind: Kind) {
    return {operation: 'getKind'};
  }

  // Described with each method, and with `search`, which is none of OpenAPI 3.0.
  @All('echo')
  echo() {
    return {operation: 'echo'};
  }
}

@Module({controllers: [PetsController]})
class App {}

const app = await NestFactory.create(App, {logger: ['error', 'warn']});
const document = SwaggerModule.createDocument(
  app,
  new DocumentBuilder()
    .setTitle('Pets')
    // `x-apigen` at the root.
    .addExtension('x-apigen', {service: {name: 'pets', namespace: 'shop', port: 8000}})
    .build(),
  {operationIdFactory: (_, method) => method},
);
SwaggerModule.setup('docs', app, document, {jsonDocumentUrl: 'openapi.json'});
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
